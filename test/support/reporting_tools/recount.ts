/** What the examples of the guide count in March 2027, by the name of the department. */
export type Counts = Record<string, { booked: number; missed: number }>;

interface Page {
  appointments: { departmentId: number; status: string }[];
  isLast: boolean;
}

/** Counts the LIVE appointments of March 2027 one by one, from the lists of the REST API. */
export async function countByRest(url: string, key: string): Promise<Counts> {
  const get = async <T>(path: string) => {
    const answer = await fetch(`${url}/api/v1${path}`, { headers: { "X-API-Key": key } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return await answer.json() as T;
  };
  const departments = await get<{ id: number; name: string }[]>("/departments");
  const counts = Object.fromEntries(
    departments.map(({ id, name }) => [id, { name, booked: 0, missed: 0 }]),
  );
  for (let page = 0, isLast = false; !isLast; page += 1) {
    const list = await get<Page>(
      `/appointments?startDate=2027-03-01&endDate=2027-03-31&size=100&page=${page}`,
    );
    for (const { departmentId, status } of list.appointments) {
      counts[departmentId]!.booked += 1;
      if (status === "MISSED") counts[departmentId]!.missed += 1;
    }
    isLast = list.isLast;
  }
  return Object.fromEntries(
    Object.values(counts).map(({ name, ...sums }) => [name, sums]),
  );
}

/** Adds up the rows of a file by department, as the examples of the guide load it. */
export function countRows(rows: readonly Record<string, unknown>[]): Counts {
  const counts: Counts = {};
  for (const row of rows) {
    const sums = counts[String(row["department.name"])] ??= { booked: 0, missed: 0 };
    sums.booked += Number(row["booked"]);
    sums.missed += Number(row["missed"]);
  }
  return counts;
}
