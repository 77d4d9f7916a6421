import { useRef, useState } from "react";
import { useEnvironment } from "../../api/departments.ts";
import { useRead } from "../../api/hooks.ts";
import { useMay, useTimeZone } from "../../api/session.tsx";
import { longDayText, timeOf, useSharpNow } from "../../api/time.ts";
import type { QueueView, Visit } from "../../api/types.ts";
import { DepartmentFilter, useMyDepartments } from "../../desk/department_filter.tsx";
import { openDeskDialog, useDeskDialog } from "../../desk/desk_dialog.ts";
import { useKeyLabels } from "../../desk/key_labels.ts";
import { Button } from "../../ui/button.tsx";
import { useFocusReturn } from "../../ui/focus_return.ts";
import { useMedia } from "../../ui/hooks.ts";
import { useKeyActions } from "../../ui/keys/keyboard.ts";
import { Menu } from "../../ui/menu.tsx";
import { Page } from "../../ui/page.tsx";
import { Segments } from "../../ui/segments.tsx";
import { EmptyState, Loaded, Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { Column } from "./column.tsx";
import { CounterBar } from "./counter_bar.tsx";
import { CounterDialog } from "./counter_dialog.tsx";
import { type Column as ColumnName, columns, findVisit, listsOf, visitAt } from "./lists.ts";
import { QueueFigures } from "./queue_figures.tsx";
import { useCardFocus } from "./use_card_focus.ts";
import { useCounter } from "./use_counter.ts";
import { useVisitActions } from "./use_visit_actions.ts";
import { VisitPanel } from "./visit_panel.tsx";
import { WalkInDialog } from "./walk_in.tsx";
import "./queue.css";
import { t } from "./texts.ts";

/** The people in the office: who waits, who is called where, and "call next" for the counter of this person. */
export function Queue() {
  const [environment] = useEnvironment();
  const usesTest = useMay("listApiKeys");
  const now = useSharpNow(useTimeZone());
  const read = useRead("visits.queue", { environment });
  const [isAdding, setIsAdding] = useState(false);
  const keys = useKeyLabels();
  return (
    <Page
      title={t("title")}
      lead={t("lead", { day: longDayText(now), time: timeOf(now) })}
      hasEnvironments={usesTest || environment === "TEST"}
      actions={
        <>
          <DepartmentFilter
            departments={(read.data?.departments ?? []).map(({ id, name, waiting: count }) => ({
              id,
              name,
              count,
            }))}
          />
          <Menu
            label={t("more.label")}
            actions={[
              {
                label: t("more.shortcuts"),
                onAction: () => openDeskDialog({ kind: "shortcuts" }),
              },
              { label: t("more.scanner"), onAction: () => openDeskDialog({ kind: "scanner" }) },
            ]}
          >
            <Button kind="quiet" icon="more" aria-label={t("more.label")} />
          </Menu>
          <Button
            needs="arrive"
            icon="plus"
            shortcut={keys.walkIn}
            onPress={() => setIsAdding(true)}
          >
            {t("addWalkIn")}
          </Button>
        </>
      }
    >
      <Loaded read={read} skeleton={<Skeleton rows={8} height={62} />}>
        {(queue) => (
          <Board
            key={environment}
            queue={queue}
            now={now}
            isAdding={isAdding}
            onAdding={setIsAdding}
          />
        )}
      </Loaded>
    </Page>
  );
}

/** The counter, the columns, and the dialogs of the page. */
function Board({ queue, now, isAdding, onAdding }: {
  queue: QueueView;
  now: string;
  isAdding: boolean;
  onAdding(isAdding: boolean): void;
}) {
  const [environment] = useEnvironment();
  const [counter, setCounter] = useCounter();
  const [myIds, setMyIds] = useMyDepartments();
  const mayServe = useMay("callVisit");
  const [isChoosing, setIsChoosing] = useState(false);
  const [opened, setOpened] = useState<Visit | null>(null);
  const [column, setColumn] = useState<ColumnName>("waiting");
  const isNarrow = useMedia("(max-width: 900px)");
  const board = useRef<HTMLDivElement>(null);
  const focus = useCardFocus(board);
  const isDeskDialogOpen = useDeskDialog() !== null;
  useFocusReturn(isAdding || isChoosing || opened !== null || isDeskDialogOpen, focus.enter);

  const { departments } = queue;
  const chosen = departments.filter(({ id }) => myIds.includes(id));
  const myDepartments = chosen.length === 0 ? departments : chosen;
  const departmentIds = myDepartments.map(({ id }) => id);
  const lists = listsOf(queue, chosen.map(({ id }) => id));
  const mine = visitAt(queue, counter);
  const shownVisit = opened && (findVisit(queue, opened.id) ?? opened);
  const actions = useVisitActions({
    environment,
    counter,
    queue,
    onNoCounter: () => setIsChoosing(true),
  });
  const callNext = () => actions.callNext(departmentIds);
  /** Acts on the visit at the counter of this person. */
  const onMine = (act: (visit: Visit) => void) => () => {
    if (mine) act(mine);
    else toast(t("nobodyHere"));
  };
  const onCalled = (act: (visit: Visit) => void) =>
    onMine((visit) => {
      if (visit.state === "CALLED") act(visit);
      else toast(t("alreadyStarted", { number: String(visit.number) }));
    });
  useKeyActions({
    callNext,
    callAgain: onCalled(actions.again),
    start: onCalled(actions.start),
    finish: onMine((visit) => actions.finish(visit)),
    miss: onCalled((visit) => actions.miss(visit)),
    walkIn: () => onAdding(true),
    next: focus.enter,
    previous: focus.enter,
  });

  if (departments.length === 0) return <EmptyState title={t("empty.departments")} />;
  const endedCount = myDepartments.reduce((sum, { ended }) => sum + ended, 0);
  const countOf = (name: ColumnName) => name === "ended" ? endedCount : lists[name].length;
  const shared = {
    departments: myDepartments,
    now,
    mineId: mine?.id,
    tabStopId: focus.tabStopId,
    onOpen: setOpened,
  };
  return (
    <div className="list gap-16">
      {mayServe && (
        <CounterBar
          counter={counter}
          visit={mine}
          next={lists.waiting[0]}
          now={now}
          departments={departments}
          actions={actions}
          onCallNext={callNext}
          onChangeCounter={() => setIsChoosing(true)}
          onOpen={setOpened}
        />
      )}
      <QueueFigures lists={lists} departments={myDepartments} now={now} />
      {isNarrow && (
        <Segments<ColumnName>
          label={t("title")}
          options={columns.map((name) => ({
            value: name,
            label: `${t(`columns.${name}`)} ${countOf(name)}`,
          }))}
          value={column}
          onChange={setColumn}
        />
      )}
      <div ref={board} className="queue-board" {...focus.boardProps}>
        {columns.filter((name) => !isNarrow || name === column).map((name) => (
          <Column
            key={name}
            name={name}
            visits={lists[name]}
            count={countOf(name)}
            onCall={mayServe && name === "waiting" && counter && !mine ? actions.call : undefined}
            {...shared}
          />
        ))}
        {lists.left.length > 0 && <Column name="left" visits={lists.left} {...shared} />}
      </div>
      {isAdding && (
        <WalkInDialog
          environment={environment}
          departments={[
            ...myDepartments,
            ...departments.filter((one) => !myDepartments.includes(one)),
          ]}
          onClose={() => onAdding(false)}
        />
      )}
      {isChoosing && (
        <CounterDialog
          counter={counter}
          departmentIds={chosen.map(({ id }) => id)}
          departments={departments}
          onSave={(next, ids) => {
            setCounter(next);
            setMyIds(ids);
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
      {shownVisit && (
        <VisitPanel
          visit={shownVisit}
          now={now}
          departments={departments}
          actions={actions}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}
