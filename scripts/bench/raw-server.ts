import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

// The limit that everything is measured against: node:http sending headers and a body that it
// already has.
const [headersFile, bodyFile] = process.argv.slice(2);
const body = readFileSync(bodyFile!);
const headers = [
  ...(JSON.parse(readFileSync(headersFile!, 'utf8')) as string[]),
  'content-length',
  String(body.length),
];

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
