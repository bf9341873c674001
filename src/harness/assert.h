/* Stands in for the system's header, so that an assertion that fails says where. */
#undef assert
#define assert(...) ((__VA_ARGS__) ? (void)0 : focuscheck_assertion_failed(#__VA_ARGS__, __FILE__, __LINE__))
#undef static_assert
#define static_assert _Static_assert
