import { useState } from "react";
import { Link, useLocation, useParams } from "wouter";
import { useRead, useWrite } from "../../api/hooks.ts";
import { dateText, dateTimeText, numberText } from "../../api/time.ts";
import type { ApiKey } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Page } from "../../ui/page.tsx";
import { Badge, EmptyState, Loaded, Skeleton } from "../../ui/states.tsx";
import { useHasEnded } from "./key_end.ts";
import { KeySettings } from "./key_settings.tsx";
import { KeyOnce } from "./new_key.tsx";
import { t } from "./texts.ts";

/** One API key: its usage, its settings, and the actions on it. */
export function ApiKeyPage() {
  const { id } = useParams<{ id: string }>();
  const read = useRead("apiKeys.list");
  const hasEnded = useHasEnded();
  const apiKey = read.data?.find((one) => one.id === Number(id));
  const all = <Link href="/api-keys">{t("all")}</Link>;
  if (read.data && !apiKey) return <EmptyState title={t("notFound")} isPage>{all}</EmptyState>;
  return (
    <Page
      title={apiKey?.name ?? t("key")}
      lead={all}
      actions={apiKey && <Actions apiKey={apiKey} />}
    >
      <Loaded read={read}>
        {() =>
          apiKey && (
            <>
              <p className="row">
                <code>{apiKey.maskedKey}</code>
                {apiKey.environment === "TEST"
                  ? <Badge tone="warn">{t("test")}</Badge>
                  : <Badge>{t("live")}</Badge>}
                {!apiKey.isActive
                  ? <Badge>{t("revoked")}</Badge>
                  : hasEnded(apiKey) && <Badge tone="warn">{t("ended")}</Badge>}
              </p>
              <Usage apiKey={apiKey} />
              {apiKey.isActive && <KeySettings apiKey={apiKey} />}
            </>
          )}
      </Loaded>
    </Page>
  );
}

/** The actions of an active key. They stay mounted after a rotation, which revokes the key, to show the new one. */
function Actions({ apiKey: { id, name, isActive } }: { apiKey: ApiKey }) {
  const [dialog, setDialog] = useState<"rotate" | "revoke" | null>(null);
  const [created, setCreated] = useState<{ id: number; key: string } | null>(null);
  const [, go] = useLocation();
  const rotate = useWrite("apiKeys.rotate", { changes: ["apiKeys.list"] });
  const revoke = useWrite("apiKeys.revoke", { changes: ["apiKeys.list"] });
  const close = () => setDialog(null);
  return (
    <>
      {isActive && <Button onPress={() => setDialog("rotate")}>{t("rotateMenu")}</Button>}
      {isActive && <Button onPress={() => setDialog("revoke")}>{t("revokeMenu")}</Button>}
      {dialog === "rotate" && (
        <Confirm
          title={t("rotateTitle", { name })}
          action={t("rotate")}
          write={rotate}
          input={{ id }}
          onClose={close}
          onDone={setCreated}
        >
          <p>{t("rotateHelp")}</p>
        </Confirm>
      )}
      {dialog === "revoke" && (
        <Confirm
          title={t("revokeTitle", { name })}
          action={t("revoke")}
          write={revoke}
          input={{ id }}
          onClose={close}
        >
          <p>{t("revokeHelp")}</p>
        </Confirm>
      )}
      {created && (
        <KeyOnce
          apiKey={created.key}
          onClose={() => {
            setCreated(null);
            go(`/api-keys/${created.id}`);
          }}
        />
      )}
    </>
  );
}

function Usage({ apiKey: { id, createdAt, lastUsedAt, expiresAt } }: { apiKey: ApiKey }) {
  const read = useRead("apiKeys.usage", { id });
  return (
    <section className="card">
      <h2>{t("usage", { days: numberText(read.data?.days ?? 30) })}</h2>
      <Loaded read={read} skeleton={<Skeleton rows={4} />}>
        {({ calls, errors }) => (
          <dl className="list facts">
            <div>
              <dt>{t("calls")}</dt>
              <dd>{numberText(calls)}</dd>
            </div>
            <div>
              <dt>{t("errors")}</dt>
              <dd>{numberText(errors)}</dd>
            </div>
            <div>
              <dt>{t("lastUsed")}</dt>
              <dd>{lastUsedAt ? dateTimeText(lastUsedAt) : t("never")}</dd>
            </div>
            <div>
              <dt>{t("created")}</dt>
              <dd>{dateText(createdAt)}</dd>
            </div>
            {expiresAt && (
              <div>
                <dt>{t("endColumn")}</dt>
                <dd>{dateTimeText(expiresAt)}</dd>
              </div>
            )}
          </dl>
        )}
      </Loaded>
      <p>
        <Link href={`/usage?period=month&key=${id}`}>{t("openLog")}</Link>
      </p>
    </section>
  );
}
