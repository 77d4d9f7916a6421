import { type RefObject } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";
import { t } from "./texts.ts";

// Codes have 22 characters. No name is that long without a space.
const codePattern = /^[\w-]{16,}$/;

const shortNumberPattern = /^[1-9]\d{2}[ -]?\d{3}$/;

/** Returns whether the text is a code or a short number rather than a name. */
function isCode(text: string): boolean {
  return codePattern.test(text.trim()) || shortNumberPattern.test(text.trim());
}

/** The search field of the desk. Part of a name filters the list; a code or a short number opens the check-in. */
export function CodeField({ value, shortcut, onChange, onCode, onEnter, inputRef }: {
  value: string;
  /** The key that focuses the field, if it has one. */
  shortcut: string | undefined;
  onChange(text: string): void;
  onCode(code: string): void;
  /** Called by Enter if the text is not a code; moves the focus to the list. */
  onEnter(): void;
  inputRef: RefObject<HTMLInputElement | null>;
}) {
  return (
    <form
      className="line code-field"
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
        className="input code-input"
        aria-label={t("search.label")}
        placeholder={t("search.placeholder")}
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
      {value === "" ? shortcut && <kbd aria-hidden="true">{shortcut}</kbd> : (
        <Button
          kind="quiet"
          icon="close"
          aria-label={t("search.clear")}
          onPress={() => {
            onChange("");
            inputRef.current?.focus();
          }}
        />
      )}
    </form>
  );
}
