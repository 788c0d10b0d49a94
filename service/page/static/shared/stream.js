// @ts-nocheck - the code of docs/api.md, section "Events", as it is there.

const QUIET = 45_000; // milliseconds: when nothing came for so long, not even a comment, the line is dead
const LONGEST_PAUSE = 30_000;

/**
 * @param {string} url
 * @param {string | null} token
 * @param {(connected: boolean) => void} told is told whether the stream is open
 * @param {AbortSignal} stop ends it, at once
 * @returns {AsyncGenerator<{event: string, version: number, data: any}>}
 */
export async function* follow(url, token = null, told = (connected) => {}, stop = new AbortController().signal) {
  let seen = null, root = null, least = 2_000, pause = least;
  while (!stop.aborted) {
    const control = new AbortController();
    let clock, asked = 0, problem = null;
    const wait = () => { clearTimeout(clock); clock = setTimeout(() => control.abort(), QUIET); };
    stop.addEventListener("abort", () => control.abort(), { signal: control.signal });
    try {
      wait();
      const headers = { Accept: "text/event-stream" };
      if (token) headers.Authorization = `Bearer ${token}`;
      if (seen !== null) headers["Last-Event-ID"] = String(seen);
      const address = `${url}${url.includes("?") ? "&" : "?"}roots=true${root ? `&seen=${root}` : ""}`;
      const response = await fetch(address, { headers, cache: "no-store", signal: control.signal });
      if (response.ok) {
        told(true);
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        for (let rest = ""; ; ) {
          const { value, done } = await reader.read();
          if (done) break; // cut
          wait();
          const blocks = (rest + value).split("\n\n");
          rest = blocks.pop();
          for (const block of blocks) {
            const field = (name) => block.match(new RegExp(`^${name}: (.*)$`, "m"))?.[1];
            pause = least = Number(field("retry") ?? least);
            if (field("data") === undefined) continue; // a comment
            const data = JSON.parse(field("data"));
            seen = Number(field("id"));
            if (field("event") === "root") root = `${data.version}-${data.root}`;
            if (field("event") === "root") continue;
            clearTimeout(clock); // what is done with it may take its time
            yield { event: field("event"), version: seen, data };
            if (field("event") === "end") return;
            wait();
          }
        }
      } else {
        asked = 1_000 * Number(response.headers.get("Retry-After") ?? 0) || 0;
        const passes = response.status >= 500 || [408, 423, 429].includes(response.status);
        if (!passes) problem = await response.json().catch(() => ({ status: response.status }));
      }
    } catch {
      // The network: fetch() or read() has failed. Come back.
    } finally {
      clearTimeout(clock);
      control.abort();
    }
    if (stop.aborted) return;
    told(false);
    if (problem) throw problem;
    await new Promise((resolve) => setTimeout(resolve, Math.max(pause * (0.5 + Math.random()), asked)));
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  }
}
