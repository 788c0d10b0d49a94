// The desk with a match on screen: the page of that match beside the tables, and the form that a link asks for.

import { play } from "../match.js";
import { service } from "../shared/page.js";
import { polling } from "./desk.js";

play.asking.whenSent.push(() => void polling.again(service.match));

const FORMS = /** @type {Record<string, string>} */ ({ "#rule": "table.rule" });

const wanted = FORMS[location.hash];
if (wanted) {
  // The address says it once: who comes back here has ruled, or has thought better of it.
  history.replaceState(history.state, "", location.pathname + location.search);
  const open = () => {
    const button = /** @type {HTMLElement | null} */ (document.querySelector(`#moves .choices button[data-type="${wanted}"]`));
    if (!button) return;
    play.whenKnown.splice(play.whenKnown.indexOf(open), 1);
    button.click();
  };
  play.whenKnown.push(open);
}
