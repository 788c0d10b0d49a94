// On the desk a tab acts as the arbiter of the match on screen: by the link that this device keeps. A plain script, the first
// of the page but for the one that takes tokens out of addresses.

"use strict";

{
  const match = document.documentElement.dataset.match ?? "";
  /** @type {{token: string}[]} */
  let kept = [];
  try {
    kept = JSON.parse(localStorage.getItem(`kerbholz tokens ${match}`) ?? "[]");
  } catch {
    // somebody else wrote there
  }
  const arbiter = kept.find(({ token }) => token.startsWith("khz_arbiter_"));
  if (arbiter) sessionStorage.setItem(`kerbholz token ${match}`, arbiter.token);
}
