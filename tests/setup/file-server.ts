import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import type { Certificate } from './certificate';

/** A web server on the loopback interface. */
export interface FileServer {
  /** `http://127.0.0.1:<port>`, or https. */
  origin: string;
  stop(): Promise<void>;
}

/** Serves the files in a folder, like the web server beside an FTP server. */
export function serveFolder(folder: string, certificate?: Certificate): Promise<FileServer> {
  return serve(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const bytes = await readFile(join(folder, normalize(path))).catch(() => null);
    const type = path.endsWith('.webp') ? 'image/webp' : 'text/plain';
    response.writeHead(bytes ? 200 : 404, { 'Content-Type': type }).end(bytes);
  }, certificate);
}

/** Answers requests with a function. */
export async function serve(
  answer: RequestListener,
  certificate?: Certificate,
): Promise<FileServer> {
  const server = certificate
    ? createSecureServer(
        { cert: await readFile(certificate.cert), key: await readFile(certificate.key) },
        answer,
      )
    : createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
