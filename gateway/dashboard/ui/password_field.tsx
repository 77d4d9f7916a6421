import { useState } from "react";
import { Input, Label, Text, TextField, ToggleButton } from "react-aria-components";
import { FieldMessage } from "./field_message.tsx";
import { Icon } from "./icons.tsx";
import { t } from "./texts.ts";

/** A password, with a button that shows it. */
export function PasswordField({ label, description, ...props }: {
  label: string;
  description?: string;
  name?: string;
  autoComplete: "current-password" | "new-password";
  value: string;
  onChange(password: string): void;
  autoFocus?: boolean;
  validate?(password: string): string | null;
}) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField {...props} className="field" type={isShown ? "text" : "password"} isRequired>
      <Label>{label}</Label>
      <div className="input-frame">
        <Input className="input" spellCheck="false" autoCapitalize="none" />
        <ToggleButton
          aria-label={t(isShown ? "hidePassword" : "showPassword")}
          isSelected={isShown}
          onChange={setIsShown}
        >
          <Icon name={isShown ? "hidden" : "shown"} />
        </ToggleButton>
      </div>
      {description && <Text slot="description" className="help">{description}</Text>}
      <FieldMessage label={label} />
    </TextField>
  );
}
