declare module '@20minutes/s3rver' {
  interface Options {
    address: string;
    port: number;
    silent: boolean;
    directory: string;
    configureBuckets: Array<{ name: string }>;
  }
  export default class S3rver {
    constructor(options: Options);
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
    /** Of Koa, in the order in which they see a request. */
    readonly middleware: Array<(context: { path: string; app: object }, next: () => Promise<void>) => Promise<void>>;
    readonly httpServer: import('node:http').Server;
  }
}
