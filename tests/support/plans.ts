import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { db, driver, executeWithCustomPlan } from '#server/db.ts';
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

/** Rows read and returned by one statement. */
export interface StatementPlan {
  /** Number of returned rows. */
  given: number;
  indexes: string[];
  /** Tables with a sequential scan. */
  scanned: string[];
  /** Number of rows read per table. */
  rows: Record<string, number>;
  /** Each table access: method and rows. */
  looks: Array<{ table: string; how: string; rows: number }>;
  blocks: number;
}

type Explained = { 'QUERY PLAN': [{ Plan: Node }] };
const explain = sql.raw('explain (analyze, buffers, format json)');
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

function walkedBy(rows: Explained[]): StatementPlan {
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

/** Measures a statement with a custom plan. */
export const customPlanOf = async (statement: SQL): Promise<StatementPlan> =>
  walkedBy(
    await executeWithCustomPlan<Explained & Record<string, unknown>>(sql`${explain} ${statement}`),
  );

/** Measures it as a prepared statement with the generic plan. */
export async function genericPlanOf(statement: SQL): Promise<StatementPlan> {
  const { sql: text, params } = new PgDialect().sqlToQuery(statement);
  const toText = (value: unknown): string =>
    Array.isArray(value)
      ? `{${value.map((one) => JSON.stringify(one)).join(', ')}}`
      : String(value);
  const literal = (value: unknown) =>
    value === null ? 'null' : `'${toText(value).replaceAll("'", "''")}'`;
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local plan_cache_mode = force_generic_plan`);
    await tx.execute(sql.raw(`prepare asked as ${text}`));
    const rows = await tx.execute<Explained & Record<string, unknown>>(
      sql`
        ${explain} execute asked${sql.raw(params.length ? `(${params.map(literal).join(', ')})` : '')}`,
    );
    await tx.execute(sql`deallocate asked`);
    return walkedBy(rows);
  });
}

/**
 * Measures the statements that `work` sends outside of transactions. Each runs twice, so they must
 * be idempotent.
 */
export async function recordPlans(work: () => Promise<unknown>): Promise<StatementPlan[]> {
  const client = driver();
  const { unsafe } = client;
  const plans: StatementPlan[] = [];
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
