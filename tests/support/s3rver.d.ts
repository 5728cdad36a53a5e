declare module '@20minutes/s3rver' {
  interface Options {
    address: string;
    port: number;
    silent: boolean;
    directory: string;
    configureBuckets: Array<{ name: string }>;
  }
  /** Of Koa, as far as tests use it. */
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
    /** Of Koa, in the order in which they see a request. */
    readonly middleware: Array<(context: Context, next: () => Promise<void>) => Promise<void>>;
    readonly httpServer: import('node:http').Server;
  }
}
