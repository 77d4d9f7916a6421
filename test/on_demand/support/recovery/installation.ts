/** An installation of the guides with an archive, whose Postgres can be recovered. */
export interface Installation extends AsyncDisposable {
  /** DATABASE_URL of the service. */
  url: string;
  /** The URL of the primary alone. */
  primaryUrl(): Promise<string>;
  /** Stops Postgres and moves its data away. */
  stop(): Promise<void>;
  /** Restores with a command of the guide, starts Postgres, and returns its log. It may not be running afterwards. */
  recover(restore: string): Promise<string>;
  /** Takes the recovered Postgres into use, and runs what the guide runs before the service starts. */
  finish(): Promise<void>;
  /** The settings of `alter system`. */
  ownSettings(): Promise<string>;
}
