import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

// The baseline: node:http sending given headers and a given body.
const [headersFile, bodyFile] = process.argv.slice(2);
const body = readFileSync(bodyFile!);
const headers = [
  ...(JSON.parse(readFileSync(headersFile!, 'utf8')) as string[]),
  'content-length',
  String(body.length),
];

const server = createServer((req, res) => {
  // A request body has to be read, as in any server.
  req.resume();
  req.on('end', () => {
    res.writeHead(200, headers);
    res.end(body);
  });
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port));
process.on('disconnect', () => process.exit(0));
