// Looks at SVG files, each with the width of its picture, and says for each what is wrong with its texts.

import { readFileSync } from "node:fs";

export async function run(browser, { pictures }) {
  const page = await browser.newPage();
  const answers = [];
  for (const { width, file } of pictures) {
    await page.setViewportSize({ width, height: 800 });
    await page.setContent(`<body style="margin:0">${readFileSync(file, "utf8")}</body>`);
    const wrong = await page.evaluate(() => {
      const found = [];
      const picture = document.querySelector("svg");
      const frame = picture.getBoundingClientRect();
      const scale = frame.width / picture.viewBox.baseVal.width;
      const drawn = (selector) => [...picture.querySelectorAll(selector)].filter((mark) => !mark.closest("defs"));
      const boxes = drawn("text").map((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        // The box of a text is as high as its line; letters are about 0.72 of the size, and stand on the base line.
        const size = Number.parseFloat(getComputedStyle(text).fontSize) * scale;
        const middle = (top + bottom) / 2;
        return { said: text.textContent, left, right, top: middle - size * 0.36, bottom: middle + size * 0.36, size };
      });
      for (const [number, box] of boxes.entries()) {
        if (box.left < frame.left - 1 || box.right > frame.right + 1) found.push(`outside: ${box.said}`);
        if (box.top < frame.top - 1 || box.bottom > frame.bottom + 1) found.push(`outside: ${box.said}`);
        if (box.size < 8.99) found.push(`too small: ${box.said} (${box.size})`);
        for (const other of boxes.slice(number + 1)) {
          const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
          const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
          if (across > 1 && down > 1) found.push(`overlap: ${box.said} / ${other.said}`);
        }
      }
      for (const used of drawn("use")) {
        if (!document.getElementById(used.getAttribute("href").slice(1))) found.push(`not there: ${used.outerHTML}`);
      }
      for (const part of drawn("rect, circle, polygon, path, line, use")) {
        const box = part.getBoundingClientRect();
        const out = [frame.left - box.left, box.right - frame.right, frame.top - box.top, box.bottom - frame.bottom];
        if (Math.max(...out) > 2) found.push(`outside: ${part.outerHTML}`);
      }
      return found;
    });
    answers.push({ file, wrong });
  }
  return answers;
}
