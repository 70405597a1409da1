/* A program for `compare judge --program`: sweeps of a box against the brushes of a .map, and a controller that slides and steps on
 * them. Copy it, and put your own in the place of `cast` and `step`. A question is one JSON object a line on standard input, its
 * answer one a line on standard output (docs/judge-program.md). Build: cc -O2 -o judge judge.c -lm */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef double V[3];
typedef struct { double fraction; V end, normal; int met, inside; } Hit;
enum { MOST = 65536, BODIES = 65536 };
static const double SKIN = 0.125, GROUND = 0.25, LEAST = 1e-6;
static struct { V n; double d; int brush; } side[MOST];
static struct { V at, ground; int stands; } body[BODIES];
static int sides;
static double tall, walkable, low[3], high[3];

static double dot(const V a, const V b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
static void add(V out, const V a, const V b, double times) { for (int i = 0; i < 3; i++) out[i] = a[i] + times * b[i]; }
static void cross(V out, const V a, const V b) { for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3]; }
static void copy(V out, const V a) { memcpy(out, a, sizeof(V)); }
static void set(V out, double x, double y, double z) { out[0] = x, out[1] = y, out[2] = z; }

static int load(const char *file) {
    FILE *map = fopen(file, "r");
    char *line = NULL;
    size_t room = 0;
    int brush = sides = 0;
    while (map && sides < MOST && getline(&line, &room, map) > 0) {
        V a, b, c, u, v;
        brush += line[0] == '{';
        if (sscanf(line, "( %lf %lf %lf ) ( %lf %lf %lf ) ( %lf %lf %lf )", a, a + 1, a + 2, b, b + 1, b + 2, c, c + 1, c + 2) < 9) continue;
        add(u, c, a, -1), add(v, b, a, -1);
        double *n = side[sides].n;
        cross(n, u, v);
        add(n, n, n, 1 / sqrt(dot(n, n)) - 1);
        side[sides].d = dot(n, a), side[sides++].brush = brush;
    }
    return free(line), map && !fclose(map) && sides < MOST;
}

/* Each plane is moved out by the box, and the path is clipped by all of them (Cyrus and Beck, 1978). */
static Hit cast(const V s, const V e) {
    Hit hit = {.fraction = 1};
    int met = -1;
    for (int i = 0; i < sides;) {
        double enter = -INFINITY, leave = 1, share = 0;
        int by = -1, out = 0, of = side[i].brush;
        for (; i < sides && side[i].brush == of; i++) {
            double moved = side[i].d;
            for (int k = 0; k < 3; k++) moved -= side[i].n[k] * (side[i].n[k] > 0 ? low[k] : high[k]);
            double a = dot(side[i].n, s) - moved, b = dot(side[i].n, e) - moved;
            out |= a >= 0 && b >= a;
            if (b < a && a / (a - b) > enter) enter = a / (a - b), by = i, share = SKIN / (a - b);
            else if (b > a && a / (a - b) < leave) leave = a / (a - b);
        }
        if (out) continue;
        hit.inside |= enter < 0 && leave > 0;
        if (by >= 0 && enter >= 0 && enter < leave && enter - share < hit.fraction) hit.fraction = fmax(0, enter - share), met = by;
    }
    if (hit.inside) hit.fraction = 0, met = -1;
    for (int k = 0; k < 3; k++) hit.end[k] = hit.fraction < 1 ? s[k] + hit.fraction * (e[k] - s[k]) : e[k];
    if (met >= 0) copy(hit.normal, side[met].n), hit.met = 1;
    return hit;
}

/* Along all that is met, along the crease of two planes. Who walks takes steep ground for a wall. */
static void slide(V at, V way, int walks) {
    V planes[4];
    for (int n = 0; n < 4; n++) {
        V end, normal;
        add(end, at, way, 1);
        Hit hit = cast(at, end);
        add(way, end, hit.end, -1), copy(at, hit.end), copy(normal, hit.normal);
        if (!hit.met) return;
        double level = hypot(normal[0], normal[1]);
        if (walks && fabs(normal[2]) < walkable && level > LEAST) set(normal, normal[0] / level, normal[1] / level, 0);
        add(way, way, normal, -fmin(0, dot(way, normal)));
        int k = 0;
        while (k < n && dot(way, planes[k]) >= -LEAST) k++;
        if (k < n) cross(end, normal, planes[k]), add(way, (V){0}, end, dot(way, end) / fmax(LEAST, dot(end, end)));
        copy(planes[n], normal);
    }
}

static Hit stand(const V at, double reach) {
    Hit hit = cast(at, (V){at[0], at[1], at[2] - reach});
    hit.met &= hit.normal[2] >= walkable;
    return hit;
}

static void step(int b, const V wanted, int walks, int falls) {
    V start, at, way, up, left, gain;
    copy(start, body[b].at), copy(at, start), copy(way, wanted), copy(up, start);
    double length = sqrt(dot(way, way));
    if (walks && body[b].stands) {
        add(way, way, body[b].ground, -dot(way, body[b].ground));
        add(way, way, way, length / fmax(LEAST, sqrt(dot(way, way))) - 1);
    }
    copy(left, way), slide(at, left, walks), add(gain, at, start, -1);
    double gained = dot(gain, way);
    if (walks && gained < 0.99 * length * length) {
        slide(up, (V){0, 0, tall}, 0), slide(up, (V){way[0], way[1], 0}, 1);
        Hit over = stand(up, tall + GROUND);
        add(gain, over.end, start, -1);
        if (over.met && dot(gain, way) > gained) copy(at, over.end);
    }
    Hit ground = stand(at, walks ? tall : GROUND);
    body[b].stands = falls && ground.met;
    copy(body[b].at, body[b].stands && walks ? ground.end : at), copy(body[b].ground, ground.normal);
}

/* What follows a key. The questions are written without blanks, and no key is in another's value. */
static char *key(char *line, const char *name) { char *at = strstr(line, name); return at ? at + strlen(name) : NULL; }
static double number(char *line, const char *name) { char *at = key(line, name); return at ? strtod(at, NULL) : 0; }
static void vector(V out, char *line, const char *name) { char *at = key(line, name); for (int i = 0; at && i < 3; i++) out[i] = strtod(at + 1, &at); }

int main(void) {
    char *line = NULL, *at;
    for (size_t room = 0; getline(&line, &room, stdin) > 0; puts("}"), fflush(stdout)) {
        printf("{\"id\":%.0f", number(line, "\"id\":"));
        if (strstr(line, "\"ask\":\"hello\"")) printf(",\"name\":\"c-box\",\"version\":\"1\",\"answers\":[\"sweep\",\"step\"],\"declares\":{\"skin\":0.125,\"shape\":\"box\"}");
        vector(low, line, "\"mins\":"), vector(high, line, "\"maxs\":");
        if (strstr(line, "\"ask\":\"world\"")) {
            tall = number(line, "\"step_height\":"), walkable = number(line, "\"walkable_normal\":");
            at = key(line, "\"file\":\""), at[strcspn(at, "\"")] = 0;
            if (!load(at)) printf(",\"refused\":\"the map cannot be read, or has too many sides\"");
        } else if (strstr(line, "\"ask\":\"sweep\"")) {
            printf(",\"answers\":[");
            for (at = key(line, "\"sweeps\":["); at && *at == '['; at += *at == ',') {
                V ends[2];
                for (int i = 0; i < 6; i++) ends[i / 3][i % 3] = strtod(at + 1, &at);
                Hit hit = cast(ends[0], ends[1]);
                printf("{\"fraction\":%.9g,\"end\":[%.9g,%.9g,%.9g],\"start_solid\":%s", hit.fraction, hit.end[0], hit.end[1], hit.end[2], hit.inside ? "true" : "false");
                if (hit.met) printf(",\"normal\":[%.9g,%.9g,%.9g]", hit.normal[0], hit.normal[1], hit.normal[2]);
                at += strspn(at, "]"), printf("}%s", *at == ',' ? "," : "]");
            }
        } else if (strstr(line, "\"ask\":\"step\"")) {
            int b = (int)number(line, "\"body\":") % BODIES, walks = strstr(line, "\"way\":\"walks\"") != NULL;
            V wanted, velocity;
            if ((at = key(line, "\"place\":"))) vector(body[b].at, at, "\"origin\":"), set(body[b].ground, 0, 0, 1), body[b].stands = strstr(at, "\"grounded\":true") != NULL;
            at = key(line, "\"hull\":"), vector(wanted, at, "\"displacement\":"), vector(velocity, at, "\"velocity\":");
            step(b, wanted, walks, velocity[2] <= 0 && !strstr(line, "\"way\":\"swims\""));
            printf(",\"origin\":[%.9g,%.9g,%.9g]", body[b].at[0], body[b].at[1], body[b].at[2]);
            if (body[b].stands) printf(",\"ground\":[%.9g,%.9g,%.9g]", body[b].ground[0], body[b].ground[1], body[b].ground[2]);
        }
    }
}
