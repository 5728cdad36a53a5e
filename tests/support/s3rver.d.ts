declare module '@20minutes/s3rver' {
  interface Options {
    address: string;
    port: number;
    silent: boolean;
    directory: string;
    configureBuckets: Array<{ name: string }>;
  }
  /** The part of Koa's context that tests use. */
  interface Context {
    readonly method: string;
    readonly path: string;
    readonly query: Record<string, string | undefined>;
    get(header: string): string;
    app: object;
    status: number;
    type: string;
    body: string;
  }
  export default class S3rver {
    constructor(options: Options);
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
    /** Koa's middleware, in the order of execution. */
    readonly middleware: Array<(context: Context, next: () => Promise<void>) => Promise<void>>;
    readonly httpServer: import('node:http').Server;
  }
}
