import { CopyField } from "../../ui/shown_once.tsx";
import { exampleSignature, verifyCode } from "./verify_code.ts";
import { t } from "./texts.ts";

/** Explains the signature, with code that verifies it. */
export function Signatures() {
  return (
    <section className="card">
      <h2>{t("signature")}</h2>
      <p>{t("signatureHelp")}</p>
      <CopyField label={t("signatureExample")} value={exampleSignature} isMultiline />
      <CopyField label={t("signatureCode")} value={verifyCode} isMultiline />
    </section>
  );
}
