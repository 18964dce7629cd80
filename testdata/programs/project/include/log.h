/* A log of ENTRIES readings; the build says how many. */
#ifndef LOG_H
#define LOG_H

#ifndef ENTRIES
#error "the build must define ENTRIES"
#endif

extern int entries[ENTRIES];

/*@ requires i < ENTRIES;
    terminates \true;
    assigns entries[i];
    ensures entries[i] == v; */
void log_put(unsigned i, int v);

#endif
