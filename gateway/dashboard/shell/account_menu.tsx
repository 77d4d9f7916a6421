import { Button as AriaButton } from "react-aria-components";
import { useLocation } from "wouter";
import { useSession } from "../api/session.tsx";
import { Icon } from "../ui/icons.tsx";
import { Menu } from "../ui/menu.tsx";
import { signOut } from "./sign_out.tsx";
import { type Theme, useTheme } from "./theme.ts";

const nextThemes: Record<Theme, Theme> = { system: "dark", dark: "light", light: "system" };
const themeWords: Record<Theme, string> = {
  system: "as the system",
  dark: "dark",
  light: "light",
};

/** Who is signed in, and what they do for themselves. */
export function AccountMenu() {
  const { user } = useSession();
  const [theme, setTheme] = useTheme();
  const [, go] = useLocation();
  return (
    <Menu
      label="Account"
      actions={[
        {
          label: `Theme: ${themeWords[theme]} (change to ${themeWords[nextThemes[theme]]})`,
          onAction: () => setTheme(nextThemes[theme]),
        },
        { label: "Change password", onAction: () => go("/settings") },
        { label: "Sign out", onAction: () => void signOut() },
      ]}
    >
      <AriaButton className="account">
        <span className="avatar" aria-hidden="true">{user.name.slice(0, 1)}</span>
        <span className="account-words">
          <span>{user.name}</span>
          <span className="muted small">{roleWords[user.role]}</span>
        </span>
        <Icon name="more" />
      </AriaButton>
    </Menu>
  );
}

const roleWords = { OWNER: "Owner", ADMIN: "Administrator", STAFF: "Front desk" };
