/**
 * How a window in a browser identifies itself to the browser host. The URL that opens a window contains a token, which the page
 * exchanges once for the secret of this run and then sends in a header. A browser sends neither by itself, unlike a cookie,
 * which every server on this computer would receive.
 */
export const windowTokenParameter = 'token';
export const windowTokenHeader = 'X-Switchboard-Token';
export const windowSecretHeader = 'X-Switchboard-Session';

/**
 * The ID of the workspace that the page of the window shows. A change is refused with `workspace_changed` if another window has
 * opened another one meanwhile.
 */
export const windowWorkspaceHeader = 'X-Switchboard-Workspace';

/** A POST with the token in its header returns `{ secret }`. */
export const signInPath = '/sign-in';
