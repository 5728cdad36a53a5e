import { driver } from '#server/db.ts';

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}

/** What one statement did: which indexes it walked, which tables it read from end to end, how many rows of each table it looked at. */
export interface Walked {
  indexes: string[];
  scanned: string[];
  rows: Record<string, number>;
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

function walkedBy(top: Node): Walked {
  const nodes = nodesOf(top);
  const rows: Record<string, number> = {};
  for (const node of nodes) {
    const name = node['Relation Name'];
    if (name && node['Node Type'] !== 'ModifyTable') rows[name] = (rows[name] ?? 0) + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  }
  return {
    indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))],
    scanned: nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Actual Loops'] > 0).map((node) => node['Relation Name']!),
    rows,
  };
}

/** How the statements that `work` sends outside of transactions are run. Each runs twice, so they must be such as change nothing the second time. */
export async function plansOf(work: () => Promise<unknown>): Promise<Walked[]> {
  const client = driver();
  const { unsafe } = client;
  const plans: Walked[] = [];
  client.unsafe = ((text: string, params?: never[], ...rest: never[]) =>
    (async () => {
      const [row] = await unsafe.call(client, `explain (analyze, format json) ${text}`, params);
      plans.push(walkedBy((row as unknown as { 'QUERY PLAN': [{ Plan: Node }] })['QUERY PLAN'][0].Plan));
      return unsafe.call(client, text, params, ...rest);
    })()) as unknown as typeof unsafe;
  try {
    await work();
    return plans;
  } finally {
    client.unsafe = unsafe;
  }
}
