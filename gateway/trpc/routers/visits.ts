import {
  arriveInput,
  callNextInput,
  callVisitInput,
  changeQueueRulesInput,
  getQueueInput,
  transferVisitInput,
  updateVisitInput,
  visitChangeInput,
} from "../../../core/mod.ts";
import { router, staffMutation, staffQuery } from "../procedures.ts";

/** Visits: the people in the office, and the queues of departments. */
export const visitsRouter = router({
  queue: staffQuery((staff) => staff.getQueue, getQueueInput.optional()),
  arrive: staffMutation((staff) => staff.arrive, arriveInput),
  callNext: staffMutation((staff) => staff.callNext, callNextInput),
  callVisit: staffMutation((staff) => staff.callVisit, callVisitInput),
  callAgain: staffMutation((staff) => staff.callAgain, visitChangeInput),
  startService: staffMutation((staff) => staff.startService, visitChangeInput),
  finish: staffMutation((staff) => staff.finishVisit, visitChangeInput),
  miss: staffMutation((staff) => staff.missVisit, visitChangeInput),
  cancel: staffMutation((staff) => staff.cancelVisit, visitChangeInput),
  leave: staffMutation((staff) => staff.leaveVisit, visitChangeInput),
  returnToQueue: staffMutation((staff) => staff.returnToQueue, visitChangeInput),
  transfer: staffMutation((staff) => staff.transferVisit, transferVisitInput),
  update: staffMutation((staff) => staff.updateVisit, updateVisitInput),
  changeQueueRules: staffMutation((staff) => staff.changeQueueRules, changeQueueRulesInput),
});
