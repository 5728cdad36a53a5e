import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One `create or replace` statement of a `*.triggers.sql` file. */
export interface SourceObject {
  kind: 'function' | 'trigger';
  name: string;
  /** As `drop function` and `drop trigger` spell it; unchanged as long as it can be replaced. */
  signature: string;
  statement: string;
  hash: string;
  path: string;
}

const statementPattern = /(?:--[^\n]*|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|[^;])*;/g;
const functionPattern =
  /^create or replace function (\w+)\s*(\([^)]*\))\s*(returns\s[\s\S]*?)\s(?:language|as)\s/;
const triggerPattern =
  /^create or replace trigger (\w+)\s(?:before|after)\s[\s\S]*?\son (\w+)\s+(?:referencing [\w\s]+?\s)?for each /;

const withoutComments = (text: string) => text.replace(/^\s*--[^\n]*\n/gm, '').trim();
const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Parses the statements of one file; only functions and triggers are allowed. */
export function parseTriggerSource(text: string, path: string): SourceObject[] {
  return (text.match(statementPattern) ?? []).map((part) => {
    const statement = withoutComments(part);
    const hash = createHash('sha256').update(statement).digest('hex');
    const created = functionPattern.exec(statement);
    if (created) {
      const [, name, parameters, returns] = created as unknown as [string, string, string, string];
      const signature = onOneLine(`${name}${parameters} ${returns}`);
      return { kind: 'function', name, signature, statement, hash, path };
    }
    const [, name, table] = triggerPattern.exec(statement) ?? [];
    if (!name || !table)
      throw new Error(
        `${path}: only "create or replace function" and "create or replace trigger" stand here, not: ${onOneLine(statement).slice(0, 80)}`,
      );
    return { kind: 'trigger', name, signature: `${name} on ${table}`, statement, hash, path };
  });
}

/** All functions and triggers that the files below `folder` define, functions first. */
export function readTriggerSource(folder: string): SourceObject[] {
  const paths = globSync('**/*.triggers.sql', { cwd: folder }).sort();
  // A build without the files would otherwise drop every trigger.
  if (paths.length === 0) throw new Error(`There are no *.triggers.sql files in ${folder}`);
  const objects = paths.flatMap((path) =>
    parseTriggerSource(readFileSync(join(folder, path), 'utf8'), path),
  );
  const signatures = objects.map(({ kind, signature }) => `${kind} ${signature}`);
  const twice = signatures.find((one, index) => signatures.indexOf(one) !== index);
  if (twice) throw new Error(`Two *.triggers.sql files define the ${twice}`);
  return ['function', 'trigger'].flatMap((kind) => objects.filter((one) => one.kind === kind));
}
