import { type Command, defineCommand } from "../command.ts";

const department = { kind: "id", isRequired: true, about: "The department" } as const;

const create = defineCommand({
  name: "worker create",
  about: "Adds a worker to a department",
  options: { department, name: { kind: "text", isRequired: true, about: "Name of the worker" } },
  async run(application, { department, name }) {
    return { workerId: (await application.createWorker(department, { name })).id };
  },
});

const list = defineCommand({
  name: "worker list",
  about: "Lists the workers of a department, including inactive ones",
  options: { department },
  async run(application, { department }) {
    const workers = await application.listWorkers(department);
    return { workers: workers.map(({ id, name, isActive }) => ({ id, name, isActive })) };
  },
});

const update = defineCommand({
  name: "worker update",
  about: "Renames, activates or deactivates a worker",
  options: {
    id: { kind: "id", isRequired: true, about: "The worker" },
    name: { kind: "text", about: "Name of the worker" },
    active: { kind: "boolean", about: "Whether the worker takes bookings" },
  },
  async run(application, { id, name, active }) {
    const change = {
      ...(name !== undefined && { name }),
      ...(active !== undefined && { isActive: active }),
    };
    return { workerId: (await application.updateWorker(id, change)).id };
  },
});

/** Commands for workers. */
export const workerCommands: readonly Command[] = [create, list, update];
