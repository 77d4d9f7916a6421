import { Button as AriaButton } from "react-aria-components";
import { useLocation } from "wouter";
import { roleNames, useSession } from "../api/session.tsx";
import { Icon } from "../ui/icons.tsx";
import { Menu } from "../ui/menu.tsx";
import { signOut } from "./sign_out.tsx";
import { type Theme, useTheme } from "./theme.ts";

const nextThemes: Record<Theme, Theme> = { system: "dark", dark: "light", light: "system" };
const themeNames: Record<Theme, string> = {
  system: "system",
  dark: "dark",
  light: "light",
};

/** Shows the signed-in user; opens the actions on their own account. */
export function AccountMenu() {
  const { user } = useSession();
  const [theme, setTheme] = useTheme();
  const [, go] = useLocation();
  return (
    <Menu
      label="Account"
      actions={[
        {
          label: `Theme: ${themeNames[theme]} (change to ${themeNames[nextThemes[theme]]})`,
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
          <span className="muted small">{roleNames[user.role]}</span>
        </span>
        <Icon name="more" />
      </AriaButton>
    </Menu>
  );
}
