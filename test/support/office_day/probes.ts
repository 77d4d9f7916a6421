// What runs in the pages of the office to observe them. It is text, because Node has no types for it.

/** Reports the main thread's tasks of 50 ms and more to `noteLongTask` of the test. */
export const longTaskProbe = `(() => {
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.noteLongTask(duration);
  }).observe({ type: "longtask", buffered: true });
})()`;

/**
 * Returns what observes a display: which calls of each answer are new, whether the page marks each of them, how often it
 * sounds, and whether an answer has one of the names. It finds new calls by itself. `heardCalls` of the test gets them.
 */
export const displayProbe = (names: readonly string[]) =>
  `(() => {
  const names = ${JSON.stringify(names)};
  const probe = globalThis.displayProbe =
    { views: 0, unmarked: [], sounds: 0, expectedSounds: 0, names: [] };
  const seen = new Set();
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    probe.sounds += 1;
    return start.apply(this, when);
  };
  const parse = JSON.parse;
  JSON.parse = (text, ...rest) => {
    const value = parse(text, ...rest);
    // The page announces and draws before it ends its present task.
    if (Array.isArray(value?.calls)) queueMicrotask(() => look(value, text));
    return value;
  };
  function look({ calls }, text) {
    probe.views += 1;
    probe.names.push(...names.filter((name) => text.includes(name)));
    const fresh = calls.filter((call) => {
      const key = [call.number, call.calledAt, call.calls].join(" ");
      const isNew = !call.isInService && !seen.has(key);
      if (!call.isInService) seen.add(key);
      return isNew;
    });
    if (fresh.length === 0) return;
    // A chime has two tones.
    probe.expectedSounds += 2;
    const marked = Array.from(document.querySelectorAll(".call.is-new > b:first-child"), (one) => Number(one.textContent));
    for (const { number } of fresh) if (!marked.includes(number)) probe.unmarked.push(number);
    globalThis.heardCalls(fresh.map(({ number, desk, calls }) => ({ number, desk, calls })));
  }
})()`;

/** Reports the time from the key of a command to the frame that shows the counter changed, to `noteAction` of the test. */
export const deskProbe = `(() => {
  const commands = "qsfam";
  const maxMs = 10_000;
  let pending;
  const stateOf = () => {
    const bar = document.querySelector(".counter-bar");
    const text = (selector) => bar?.querySelector(selector)?.textContent ?? "";
    const calls = /(\\d+) calls?/.exec(text(".counter-text .muted"))?.[1];
    return [text(".counter-number"), text(".counter-main"), calls].join("|");
  };
  addEventListener("keydown", ({ key, timeStamp }) => {
    if (key.length !== 1 || !commands.includes(key)) return;
    if (pending && timeStamp - pending.at < maxMs) return;
    pending = { at: timeStamp, state: stateOf() };
  }, true);
  const look = () => {
    if (!pending || stateOf() === pending.state) return;
    const { at } = pending;
    pending = undefined;
    requestAnimationFrame(() => globalThis.noteAction(performance.now() - at));
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
})()`;
