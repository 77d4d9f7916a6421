import { type RefObject } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";

// Codes are 22 characters; no name is that long without a blank.
const codeForm = /^[\w-]{16,}$/;

/** Whether a text is a code rather than a name. */
function isCode(text: string): boolean {
  return codeForm.test(text.trim());
}

/** The one field of the desk: part of a name narrows the list down, a code checks in. */
export function CodeField({ value, onChange, onCode, onEnter, inputRef }: {
  value: string;
  onChange(text: string): void;
  onCode(code: string): void;
  /** Enter on what is no code: on to the list. */
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
        placeholder="Find a name, or scan a code"
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
