import { useEffect, useEffectEvent, useState } from "react";
import { TextField } from "./fields.tsx";

const pauseMs = 250;

/** A search field. It calls `onChange` after a pause in typing, so that a word is one request and not ten. */
export function SearchField({ label, placeholder, value, onChange }: {
  label: string;
  placeholder: string;
  value: string;
  onChange(text: string): void;
}) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  // Changed from outside, for example by the back button.
  if (value !== lastValue) {
    setLastValue(value);
    setText(value);
  }
  const settle = useEffectEvent(() => {
    const next = text.trim();
    if (next === value) return;
    setLastValue(next);
    onChange(next);
  });
  useEffect(() => {
    const timer = setTimeout(settle, pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className="grow">
      <TextField
        aria-label={label}
        label=""
        type="search"
        placeholder={placeholder}
        value={text}
        onChange={setText}
      />
    </div>
  );
}
