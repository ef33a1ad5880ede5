import { type FilesRequest, SHARED } from "../service-worker/message.ts";

/** The part of the File Handling API that is used; Chromium has it. */
interface LaunchQueue {
  setConsumer(
    consumer: (params: { readonly files?: readonly FileSystemFileHandle[] }) => void,
  ): void;
}

type Host = Pick<Window, "navigator"> & { readonly launchQueue?: LaunchQueue };

/** Milliseconds that files may take to arrive. */
const MAX_WAIT = 3000;

/** The first value that is passed on in time, or an empty list. */
const first = (start: (pass: (files: readonly File[]) => void) => void): Promise<readonly File[]> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve([]), MAX_WAIT);
    start((files) => {
      clearTimeout(timer);
      resolve(files);
    });
  });

/** The files that another application has shared; the service worker received them. */
async function sharedFiles(
  { serviceWorker: workers }: Navigator,
  id: string,
): Promise<readonly File[]> {
  // Missing in insecure contexts and in some private windows.
  const worker = (workers as ServiceWorkerContainer | undefined)?.controller;
  if (!worker) return [];
  const { port1, port2 } = new MessageChannel();
  const files = await first((pass) => {
    port1.onmessage = ({ data }: MessageEvent<readonly File[]>) => pass(data);
    worker.postMessage({ type: SHARED, id } satisfies FilesRequest, [port2]);
  });
  port1.close();
  return files;
}

/** The files that the system has opened with the application; an empty list if there are none. */
export async function openedFiles({ launchQueue: queue }: Host): Promise<readonly File[]> {
  if (!queue) return [];
  return first((pass) =>
    queue.setConsumer(({ files: handles = [] }) => {
      // Some may have been deleted, or may not be read.
      void Promise.allSettled(handles.map((handle) => handle.getFile())).then((results) =>
        pass(results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []))),
      );
    }),
  );
}

/**
 * The files with which the installed application was opened: those that another application shares
 * with it, or those that the system opens with it. An empty list if none have arrived in time.
 * @param id value of the parameter `SHARED` of the address
 */
export async function receiveFiles(host: Host, id: string): Promise<readonly File[]> {
  const opened = openedFiles(host);
  const shared = await sharedFiles(host.navigator, id);
  return shared.length > 0 ? shared : await opened;
}
