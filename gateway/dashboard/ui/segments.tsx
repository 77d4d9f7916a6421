import { ToggleButton, ToggleButtonGroup } from "react-aria-components";

/** A choice of one option; all options are visible. */
export function Segments<T extends string>({ label, options, value, onChange }: {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange(value: T): void;
}) {
  return (
    <ToggleButtonGroup
      className="segments"
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [key] = keys;
        if (key !== undefined) onChange(key as T);
      }}
    >
      {options.map((option) => (
        <ToggleButton
          key={option.value}
          id={option.value}
          className="segment"
          data-value={option.value}
        >
          <bdi>{option.label}</bdi>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
