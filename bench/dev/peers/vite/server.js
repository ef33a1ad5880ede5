// Vite's dev server as its documentation sets it up for pages that are made on the server.
import { createServer as createHttp } from "node:http";
import { createServer } from "vite";

const root = process.cwd();
const vite = await createServer({
  root,
  configFile: false,
  appType: "custom",
  logLevel: "error",
  server: { middlewareMode: true },
  cacheDir: "vite-peer/.vite",
});
createHttp((request, response) =>
  vite.middlewares(request, response, async () => {
    try {
      const { render } = await vite.ssrLoadModule("/vite-peer/entry-server.jsx");
      const page = await render(request.url);
      response.statusCode = page === null ? 404 : 200;
      response.setHeader("content-type", "text/html");
      response.end(page === null ? "" : await vite.transformIndexHtml(request.url, page));
    } catch (error) {
      response.statusCode = 500;
      response.end(String(error.stack));
    }
  }),
).listen(Number(process.env.PORT), "127.0.0.1");
