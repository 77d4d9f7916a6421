import { type RefObject } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";

// Codes have 22 characters. No name is that long without a space.
const codePattern = /^[\w-]{16,}$/;

/** Returns whether the text is a code rather than a name. */
function isCode(text: string): boolean {
  return codePattern.test(text.trim());
}

/** The search field of the desk. Part of a name filters the list; a code opens the check-in. */
export function CodeField({ value, onChange, onCode, onEnter, inputRef }: {
  value: string;
  onChange(text: string): void;
  onCode(code: string): void;
  /** Called by Enter if the text is not a code; moves the focus to the list. */
  onEnter(): void;
  inputRef: RefObject<HTMLInputElement | null>;
}) {
  return (
    <form
      className="code-field"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (isCode(value)) onCode(value.trim());
        else onEnter();
      }}
    >
      <Icon name="search" />
      <input
        ref={inputRef}
        className="code-input"
        aria-label="Name, phone or code"
        placeholder="Search for a name, or scan a code"
        value={value}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") {
            event.preventDefault();
            onEnter();
          }
          if (event.key !== "Escape") return;
          onChange("");
          event.currentTarget.blur();
        }}
      />
      {value === "" ? <kbd aria-hidden="true">/</kbd> : (
        <Button
          kind="quiet"
          icon="close"
          aria-label="Clear"
          onPress={() => {
            onChange("");
            inputRef.current?.focus();
          }}
        />
      )}
    </form>
  );
}
