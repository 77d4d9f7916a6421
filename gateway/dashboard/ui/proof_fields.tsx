import { useState } from "react";
import { hasPasskeys, isPasskeyCancelled, provePasskey } from "../api/passkeys.ts";
import { Button } from "./button.tsx";
import { TextField } from "./fields.tsx";
import { toast, toastError } from "./toast.tsx";
import { t } from "./proof_texts.ts";

/** The field of a code of an authenticator app, or of a recovery code. */
export function CodeField(
  { autoFocus = true, label = t("code"), isRequired = true, ...props }: {
    value: string;
    onChange(code: string): void;
    autoFocus?: boolean;
    label?: string;
    description?: string;
    isRequired?: boolean;
  },
) {
  return (
    <TextField
      label={label}
      name="code"
      autoComplete="one-time-code"
      inputMode="text"
      spellCheck="false"
      {...props}
      autoFocus={autoFocus}
      isRequired={isRequired}
    />
  );
}

/** The button that proves a passkey. There is none where the browser has no passkeys. */
export function PasskeyButton({ start, onAnswer, isPending }: {
  /** Reads what the browser needs. */
  start(): Promise<object>;
  onAnswer(passkey: object): void;
  isPending: boolean;
}) {
  const [isAsking, setIsAsking] = useState(false);
  if (!hasPasskeys()) return null;
  async function ask(): Promise<void> {
    setIsAsking(true);
    try {
      onAnswer(await provePasskey(await start()));
    } catch (error) {
      if (isPasskeyCancelled(error)) toast(t("passkeyCancelled"));
      else toastError(error);
    } finally {
      setIsAsking(false);
    }
  }
  return (
    <Button isPending={isPending || isAsking} onPress={() => void ask()}>{t("usePasskey")}</Button>
  );
}
