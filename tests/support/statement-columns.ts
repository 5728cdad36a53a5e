import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Recorded column names by source position of the call. */
function readRecorded(path: string): Map<string, string[][]> {
  const recorded = new Map<string, string[][]>();
  if (!existsSync(path)) return recorded;
  for (const line of new Set(readFileSync(path, 'utf8').split('\n'))) {
    const [call, columns] = line.split('\t');
    if (!call || columns === undefined) continue;
    recorded.set(call, [...(recorded.get(call) ?? []), columns.split(',')]);
  }
  return recorded;
}

interface RowType {
  required: string[];
  optional: string[];
}

/** The fields of `Row` in `execute<Row>(…)`; undefined if it has none. */
function readRowType(checker: ts.TypeChecker, node: ts.TypeNode): RowType | undefined {
  const type = checker.getTypeFromTypeNode(node);
  if (type.isTypeParameter()) return undefined;
  const fields = checker.getPropertiesOfType(type);
  if (fields.length === 0) return undefined;
  const isOptional = (field: ts.Symbol) => (field.flags & ts.SymbolFlags.Optional) !== 0;
  return {
    required: fields.filter((field) => !isOptional(field)).map(({ name }) => name),
    optional: fields.filter(isOptional).map(({ name }) => name),
  };
}

function typedCalls(file: ts.SourceFile): ts.CallExpression[] {
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.typeArguments?.length === 1) calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return calls;
}

/** Whether the position from a stack trace lies within the call. */
function spans(file: ts.SourceFile, call: ts.CallExpression, line: number, column: number) {
  const position = file.getPositionOfLineAndCharacter(line - 1, column - 1);
  return call.getStart(file) <= position && position <= call.arguments.pos;
}

/**
 * One line per statement whose columns differ from its row type, and how many statements have a row
 * type.
 */
export function compareColumns(path: string): { compared: number; problems: string[] } {
  const recorded = readRecorded(path);
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const names = [...new Set([...recorded.keys()].map((call) => call.split(':')[0]!))];
  const program = ts.createProgram(
    names.map((name) => `${root}src/${name}`),
    options,
  );
  const checker = program.getTypeChecker();
  const problems: string[] = [];
  let compared = 0;
  for (const [position, answers] of recorded) {
    const [name, line, column] = position.split(':');
    const file = program.getSourceFile(`${root}src/${name}`)!;
    const call = typedCalls(file)
      .filter((one) => spans(file, one, Number(line), Number(column)))
      .sort((one, other) => other.getStart(file) - one.getStart(file))[0];
    const row = call && readRowType(checker, call.typeArguments![0]!);
    if (!row) continue;
    compared += 1;
    for (const columns of answers) {
      const missing = row.required.filter((field) => !columns.includes(field));
      const unknown = columns.filter(
        (one) => !row.required.includes(one) && !row.optional.includes(one),
      );
      if (missing.length > 0)
        problems.push(`src/${position} does not select ${missing.join(', ')}`);
      if (unknown.length > 0)
        problems.push(`src/${position} selects ${unknown.join(', ')} as well`);
    }
  }
  return { compared, problems };
}
