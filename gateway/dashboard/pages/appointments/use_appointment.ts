import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import { useEnvironment } from "../../api/environment.ts";
import { isRefusal } from "../../api/errors.ts";
import { useRead } from "../../api/hooks.ts";
import type { Appointment } from "../../api/types.ts";

/**
 * The appointment of a number. A link may name it alone: one that is not of the address's environment is looked
 * for in the other, and the whole page then goes over to that.
 */
export function useAppointment(id: number): UseQueryResult<Appointment> {
  const [environment, setEnvironment] = useEnvironment();
  const otherOne = environment === "TEST" ? "LIVE" : "TEST";
  const here = useRead("appointments.byId", { id, environment }, { staleMs: 0 });
  const isElsewhere = isRefusal(here.error, "APPOINTMENT_NOT_FOUND") && !here.data;
  const there = useRead("appointments.byId", { id, environment: otherOne }, {
    isEnabled: isElsewhere,
  });
  const isThere = isElsewhere && there.data !== undefined;
  useEffect(() => {
    if (isThere) setEnvironment(otherOne, { replace: true });
  }, [isThere, otherOne, setEnvironment]);
  return isElsewhere && !there.isError ? there : here;
}
