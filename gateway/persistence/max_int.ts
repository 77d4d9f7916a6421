/** The largest id of most tables; what their column cannot hold is nobody's id. */
export const maxInt = 2_147_483_647;
