import { useState } from "react";
import { useRead, useWrite } from "../../api/hooks.ts";
import { hasPasskeys } from "../../api/passkeys.ts";
import type { Factor } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Loaded } from "../../ui/states.tsx";
import { type Column, Table, Timestamp } from "../../ui/table.tsx";
import { toast } from "../../ui/toast.tsx";
import { AddApp, AddPasskey } from "./add_factor.tsx";
import { changes, RecoveryCodes, RenameFactor } from "./factor_dialogs.tsx";
import { t } from "./factor_texts.ts";

type Open =
  | { kind: "app" | "passkey" | "codes" }
  | { kind: "rename" | "remove"; factor: Factor }
  | { kind: "shown"; codes: readonly string[] }
  | null;

/** The second factors of the user, with the dialogs that add and remove them. */
export function Factors() {
  const read = useRead("factors.list");
  const [open, setOpen] = useState<Open>(null);
  return (
    <section className="list" aria-labelledby="own-factors">
      <h2 id="own-factors">{t("factors")}</h2>
      <p className="muted">{t("factorsHelp")}</p>
      <Loaded read={read}>
        {({ factors, recoveryCodes, passkeyRefusal }) => (
          <>
            {factors.length > 0 && (
              <Table
                label={t("factors")}
                rows={factors}
                keyOf={({ id }) => String(id)}
                columns={columnsOf(setOpen)}
              />
            )}
            <div className="row">
              {passkeyRefusal === null && hasPasskeys() && (
                <Button onPress={() => setOpen({ kind: "passkey" })}>{t("addPasskey")}</Button>
              )}
              <Button onPress={() => setOpen({ kind: "app" })}>{t("addApp")}</Button>
              {factors.length > 0 && (
                <Button onPress={() => setOpen({ kind: "codes" })}>{t("replaceCodes")}</Button>
              )}
            </div>
            {passkeyRefusal !== null && <p className="muted small">{t(`no.${passkeyRefusal}`)}</p>}
            {factors.length > 0 && (
              <p className="muted small">{t("codesLeft", { count: recoveryCodes })}</p>
            )}
          </>
        )}
      </Loaded>
      <FactorDialogs open={open} onOpen={setOpen} />
    </section>
  );
}

function FactorDialogs({ open, onOpen }: { open: Open; onOpen(open: Open): void }) {
  const remove = useWrite("factors.remove", { changes });
  const replace = useWrite("factors.replaceRecoveryCodes", { changes });
  const close = () => onOpen(null);
  const onAdded = (codes: readonly string[] | null) => {
    toast(t("added"));
    onOpen(codes && { kind: "shown", codes });
  };
  switch (open?.kind) {
    case "app":
      return <AddApp onClose={close} onAdded={onAdded} />;
    case "passkey":
      return <AddPasskey onClose={close} onAdded={onAdded} />;
    case "rename":
      return <RenameFactor factor={open.factor} onClose={close} />;
    case "shown":
      return <RecoveryCodes codes={open.codes} onClose={close} />;
    case "remove":
      return (
        <Confirm
          title={t("removeTitle", { name: open.factor.name })}
          action={t("remove")}
          write={remove}
          input={{ id: open.factor.id }}
          onClose={close}
          onDone={() => toast(t("removed"))}
        >
          <p>{t("removeText")}</p>
        </Confirm>
      );
    case "codes":
      return (
        <Confirm
          title={t("replaceCodesTitle")}
          action={t("replaceCodes")}
          write={replace}
          input={undefined}
          onClose={close}
          onDone={({ recoveryCodes }) => onOpen({ kind: "shown", codes: recoveryCodes })}
        >
          <p>{t("replaceCodesText")}</p>
        </Confirm>
      );
    default:
      return null;
  }
}

function columnsOf(open: (open: Open) => void): readonly Column<Factor>[] {
  return [
    {
      label: t("name"),
      cell: ({ name, kind }) => (
        <>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <br />
          <span className="muted small">{t(`kind.${kind}`)}</span>
        </>
      ),
    },
    {
      label: t("lastUse"),
      isTight: true,
      isMinor: true,
      cell: ({ lastUsedAt }) => lastUsedAt ? <Timestamp at={lastUsedAt} /> : t("neverUsed"),
    },
    {
      label: t("actions"),
      hidesLabel: true,
      align: "end",
      cell: (factor) => (
        <>
          <Button
            kind="quiet"
            aria-label={t("renameOf", { name: factor.name })}
            onPress={() => open({ kind: "rename", factor })}
          >
            {t("rename")}
          </Button>
          <Button
            kind="quiet"
            aria-label={t("removeOf", { name: factor.name })}
            onPress={() => open({ kind: "remove", factor })}
          >
            {t("remove")}
          </Button>
        </>
      ),
    },
  ];
}
