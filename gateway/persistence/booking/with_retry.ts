import { RolledBackError, unavailable } from "../database/faults.ts";

/** Runs work, and once more if it has certainly rolled back. */
export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RolledBackError)) throw error;
  }
  try {
    return await work();
  } catch (error) {
    throw error instanceof RolledBackError ? unavailable() : error;
  }
}
