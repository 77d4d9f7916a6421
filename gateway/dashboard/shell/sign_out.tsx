import { client, queryClient } from "../api/client.ts";
import { noteSignedOut } from "../api/signed_in_hint.ts";
import { toastFault } from "../ui/toast.tsx";
import { Button } from "../ui/button.tsx";

/** Ends the session. The page begins anew, so that nothing read stays in memory. */
export async function signOut(): Promise<void> {
  const ended = client.mutation("session.signOut");
  // What is still under way would be refused.
  void queryClient.cancelQueries();
  await ended.then(() => {
    noteSignedOut();
    location.assign("/");
  }, (error: unknown) => {
    toastFault(error);
    void queryClient.invalidateQueries();
  });
}

/** The button that does so. */
export function SignOut() {
  return <Button kind="quiet" onPress={() => void signOut()}>Sign out</Button>;
}
