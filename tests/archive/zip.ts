import yazl from 'yazl';

/**
 * An archive of these entries, in this order. Values that are neither bytes nor text become a list
 * in the format of the export.
 */
export function zipOf(entries: Record<string, Buffer | string | unknown[]>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(entries)) {
    const bytes = Array.isArray(content)
      ? `[${content.map((one) => `\n${JSON.stringify(one)}`).join(',')}\n]\n`
      : content;
    zip.addBuffer(Buffer.from(bytes as string), name);
  }
  zip.end();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    zip.outputStream.on('data', (chunk: Buffer) => chunks.push(chunk));
    zip.outputStream.on('end', () => resolve(Buffer.concat(chunks)));
    zip.outputStream.on('error', reject);
  });
}
