// A board in plain JavaScript. It is written for boardgame.io, and knows neither a game nor where the match is.

export class Board {
  /**
   * @param {HTMLElement} root
   * @param {any} client of boardgame.io
   */
  constructor(root, client) {
    root.innerHTML = `<h1></h1><p class="turn"></p><div class="moves"></div><pre></pre><p class="over"></p>`;
    this.root = root;
    this.client = client;
    this.root.querySelector(".moves").onclick = ({ target }) => {
      if (target.name) client.moves[target.name](JSON.parse(target.value));
    };
    client.subscribe((state) => this.update(state));
    client.start();
  }

  update(state) {
    if (state === null) return;
    const { G, ctx, isActive, isConnected } = state;
    const find = (selector) => this.root.querySelector(selector);
    const names = (this.client.matchData ?? []).map(({ name }) => name);
    find("h1").textContent = names.join(" and ");
    find(".turn").textContent = `${isConnected ? "" : "(away) "}${isActive ? "Your turn" : `${names[ctx.currentPlayer] ?? "Nobody"}'s turn`}`;
    find("pre").textContent = JSON.stringify(G);
    find(".moves").replaceChildren(...Object.keys(this.client.moves).map((name) => {
      const button = document.createElement("button");
      Object.assign(button, { name, value: "{}", textContent: name, disabled: !isActive });
      return button;
    }));
    find(".over").textContent = ctx.gameover === undefined ? "" : `Winner: ${names[ctx.gameover.winner] ?? "nobody"}`;
    this.root.dataset.turn = ctx.turn;
  }
}
