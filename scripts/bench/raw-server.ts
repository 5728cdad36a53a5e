import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';

// The limit that everything is measured against: node:http sending bytes it already has.
const [file, type = 'text/html', encoding = ''] = process.argv.slice(2);
const body = readFileSync(file!);
const headers = { 'content-type': type, 'content-length': body.length, ...(encoding ? { 'content-encoding': encoding } : {}) };

const server = createServer((req, res) => {
  // A body that was sent has to be read, as any server must.
  req.resume();
  req.on('end', () => {
    res.writeHead(200, headers);
    res.end(body);
  });
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port));
process.on('disconnect', () => process.exit(0));
