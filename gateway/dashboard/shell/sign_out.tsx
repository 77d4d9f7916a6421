import { client, queryClient } from "../api/client.ts";
import { forgetSignedIn } from "../api/signed_in_hint.ts";
import { toastError } from "../ui/toast.tsx";
import { Button } from "../ui/button.tsx";
import { t } from "./texts.ts";

/** Ends the session and loads the page again, so that no data stays in memory. */
export async function signOut(): Promise<void> {
  const ended = client.mutation("session.signOut");
  // The service would refuse the requests that are still running.
  void queryClient.cancelQueries();
  await ended.then(() => {
    forgetSignedIn();
    location.assign("/");
  }, (error: unknown) => {
    toastError(error);
    void queryClient.invalidateQueries();
  });
}

export function SignOut() {
  return <Button kind="quiet" onPress={() => void signOut()}>{t("signOut")}</Button>;
}
