import { useEffect, useEffectEvent, useState } from "react";
import { TextField } from "./fields.tsx";

const pauseMs = 250;

/** A text that is asked for once typing pauses, so that a search is one question and not ten. */
export function SearchField({ label, placeholder, value, onChange }: {
  label: string;
  placeholder: string;
  value: string;
  onChange(text: string): void;
}) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // Changed from outside, as by the back button.
  if (value !== known) {
    setKnown(value);
    setText(value);
  }
  const settle = useEffectEvent(() => {
    const wanted = text.trim();
    if (wanted === value) return;
    setKnown(wanted);
    onChange(wanted);
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
