import { useId, useState } from "react";
import { Dialog as AriaDialog, Modal, ModalOverlay } from "react-aria-components";
import { useLocation } from "wouter";
import { useEnvironment } from "../../api/departments.ts";
import { dayText, timeOf } from "../../api/time.ts";
import { Icon } from "../../ui/icons.tsx";
import { StatusBadge } from "../../ui/states.tsx";
import { type Entry, rememberEntry, useEntries } from "./palette_entries.ts";
import "./palette.css";
import { t } from "./palette_texts.ts";

/** The search over appointments, pages and actions. The keyboard stays in the field; the arrows choose a line. */
export function Palette({ firstText, onClose }: {
  /** What was typed before the palette was downloaded. */
  firstText: string;
  onClose(): void;
}) {
  const [text, setText] = useState(firstText);
  const [position, setPosition] = useState(0);
  const { entries, isSearching, hasFailed } = useEntries(text);
  const [, go] = useLocation();
  const [environment] = useEnvironment();
  const id = useId();
  const chosen = entries[Math.min(position, entries.length - 1)];

  function open(entry: Entry): void {
    rememberEntry(entry);
    onClose();
    const join = entry.path.includes("?") ? "&" : "?";
    go(environment === "TEST" ? `${entry.path}${join}environment=TEST` : entry.path);
  }
  function onKeyDown(event: React.KeyboardEvent): void {
    const last = entries.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: position >= last ? 0 : position + 1,
      ArrowUp: position <= 0 ? last : position - 1,
    };
    const next = moves[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setPosition(Math.max(0, next));
      document.getElementById(`${id} ${next}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && chosen && !event.nativeEvent.isComposing) {
      event.preventDefault();
      open(chosen);
    }
  }
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className="overlay"
    >
      <Modal className="modal palette">
        <AriaDialog aria-label={t("title")} className="dialog">
          <div className="line palette-field">
            <Icon name="search" />
            <input
              autoFocus
              className="palette-input"
              type="search"
              role="combobox"
              aria-label={t("title")}
              aria-expanded
              aria-controls={id}
              aria-activedescendant={chosen && `${id} ${entries.indexOf(chosen)}`}
              placeholder={t("placeholder")}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setPosition(0);
              }}
              onKeyDown={onKeyDown}
            />
            <kbd>{t("escape")}</kbd>
          </div>
          <div id={id} role="listbox" aria-label={t("results")} className="palette-list">
            {entries.map((entry, i) => (
              <Line
                key={entry.key}
                id={`${id} ${i}`}
                entry={entry}
                isChosen={entry === chosen}
                hasHead={entries[i - 1]?.group !== entry.group}
                onOpen={() => open(entry)}
              />
            ))}
          </div>
          <p className="palette-foot muted small" role="status">
            {isSearching
              ? t("searching")
              : hasFailed
              ? t("failed")
              : t("count", { count: entries.length })}
          </p>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

function Line({ id, entry, isChosen, hasHead, onOpen }: {
  id: string;
  entry: Entry;
  isChosen: boolean;
  hasHead: boolean;
  onOpen(): void;
}) {
  const { group, icon, label, appointment } = entry;
  return (
    <>
      {hasHead && (
        <div role="presentation" className="muted small strong palette-head">
          {t(`groups.${group}`)}
        </div>
      )}
      <div
        id={id}
        role="option"
        aria-selected={isChosen}
        tabIndex={-1}
        className="row palette-line"
        onClick={onOpen}
      >
        <Icon name={icon} />
        <span className="spread medium clip">
          <bdi>{label}</bdi>
        </span>
        {appointment && (
          <>
            <span className="muted">
              {dayText(appointment.dateTime)} {appointment.dateTime.slice(0, 4)},{" "}
              <strong>{timeOf(appointment.dateTime)}</strong> ·{" "}
              <bdi>{appointment.departmentName}</bdi>
            </span>
            <StatusBadge
              status={appointment.status}
              isArchived={appointment.archivedAt !== undefined}
            />
          </>
        )}
      </div>
    </>
  );
}
