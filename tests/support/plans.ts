import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { db, driver, executeUnprepared } from '#server/db.ts';
import { sql } from '#server/sql.ts';

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Node[];
}

/** What one statement did. */
export interface Walked {
  /** How many rows it gave. */
  given: number;
  indexes: string[];
  /** Tables that were read from end to end. */
  scanned: string[];
  /** How many rows of each table it looked at. */
  rows: Record<string, number>;
  /** Each look into a table: how, and at how many rows. */
  looks: Array<{ table: string; how: string; rows: number }>;
  blocks: number;
}

type Explained = { 'QUERY PLAN': [{ Plan: Node }] };
const explain = sql.raw('explain (analyze, buffers, format json)');
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

function walkedBy(rows: Explained[]): Walked {
  const top = rows[0]!['QUERY PLAN'][0].Plan;
  const nodes = nodesOf(top);
  const looks = nodes
    .filter((node) => node['Relation Name'] && node['Node Type'] !== 'ModifyTable')
    .map((node) => ({
      table: node['Relation Name']!,
      how: node['Node Type'],
      rows: (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    }));
  const sums: Record<string, number> = {};
  for (const { table, rows: seen } of looks) sums[table] = (sums[table] ?? 0) + seen;
  return {
    given: top['Actual Rows'],
    indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))],
    scanned: nodes
      .filter((node) => node['Node Type'] === 'Seq Scan' && node['Actual Loops'] > 0)
      .map((node) => node['Relation Name']!),
    rows: sums,
    looks,
    blocks: top['Shared Hit Blocks'] + top['Shared Read Blocks'],
  };
}

/** How a statement is run that is planned for its values. */
export const planOf = async (statement: SQL): Promise<Walked> =>
  walkedBy(
    await executeUnprepared<Explained & Record<string, unknown>>(sql`${explain} ${statement}`),
  );

/** How it is run as a prepared statement, by the plan that is kept for whatever values come. */
export async function keptPlanOf(statement: SQL): Promise<Walked> {
  const { sql: text, params } = new PgDialect().sqlToQuery(statement);
  const said = (value: unknown) =>
    value === null ? 'null' : `'${String(value).replaceAll("'", "''")}'`;
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local plan_cache_mode = force_generic_plan`);
    await tx.execute(sql.raw(`prepare asked as ${text}`));
    const rows = await tx.execute<Explained & Record<string, unknown>>(
      sql`
        ${explain} execute asked${sql.raw(params.length ? `(${params.map(said).join(', ')})` : '')}`,
    );
    await tx.execute(sql`deallocate asked`);
    return walkedBy(rows);
  });
}

/**
 * How the statements that `work` sends outside of transactions are run. Each runs twice, so they
 * must be such as change nothing the second time.
 */
export async function plansOf(work: () => Promise<unknown>): Promise<Walked[]> {
  const client = driver();
  const { unsafe } = client;
  const plans: Walked[] = [];
  client.unsafe = ((text: string, params?: never[], ...rest: never[]) =>
    (async () => {
      plans.push(
        walkedBy(
          (await unsafe.call(
            client,
            `explain (analyze, buffers, format json) ${text}`,
            params,
          )) as unknown as Explained[],
        ),
      );
      return unsafe.call(client, text, params, ...rest);
    })()) as unknown as typeof unsafe;
  try {
    await work();
    return plans;
  } finally {
    client.unsafe = unsafe;
  }
}
