import {
  arriveInput,
  callNextInput,
  callVisitInput,
  changeQueueRulesInput,
  getQueueInput,
  transferVisitInput,
  updateVisitInput,
  visitInput,
} from "../../../core/mod.ts";
import { router, staffMutation, staffQuery } from "../procedures.ts";

/** Visits: the people in the office, and the queues of departments. */
export const visitsRouter = router({
  queue: staffQuery((staff) => staff.getQueue, getQueueInput.optional()),
  byId: staffQuery((staff) => staff.getVisit, visitInput),
  arrive: staffMutation((staff) => staff.arrive, arriveInput),
  callNext: staffMutation((staff) => staff.callNext, callNextInput),
  callVisit: staffMutation((staff) => staff.callVisit, callVisitInput),
  callAgain: staffMutation((staff) => staff.callAgain, visitInput),
  startService: staffMutation((staff) => staff.startService, visitInput),
  finish: staffMutation((staff) => staff.finishVisit, visitInput),
  miss: staffMutation((staff) => staff.missVisit, visitInput),
  cancel: staffMutation((staff) => staff.cancelVisit, visitInput),
  leave: staffMutation((staff) => staff.leaveVisit, visitInput),
  returnToQueue: staffMutation((staff) => staff.returnToQueue, visitInput),
  transfer: staffMutation((staff) => staff.transferVisit, transferVisitInput),
  update: staffMutation((staff) => staff.updateVisit, updateVisitInput),
  changeQueueRules: staffMutation((staff) => staff.changeQueueRules, changeQueueRulesInput),
});
