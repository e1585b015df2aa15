// The jobs of a set.

package sets

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/schema"
)

// maxJobTimeout is the longest time of a run.
const maxJobTimeout = 24 * time.Hour

// CompileJobs implements the Compile of declaration.Jobs.
func CompileJobs(s *declaration.Set, p *plan.Plan, reportOf func(view reflect.Type, msg string)) {
	report := func(format string, args ...any) { reportOf(nil, fmt.Sprintf(format, args...)) }
	var jobs []*plan.Job
	seen := map[string]bool{}
	for _, d := range s.Declarations {
		switch {
		case d == nil || d.Jobs == nil:
		case d.Jobs.Job != nil:
			job := &d.Jobs.Job.Plan
			if msg := jobMistake(d.Jobs.Job); msg != "" {
				report("the job %q %s", job.Name, msg)
			} else if seen[job.Name] {
				report("there are two jobs with the name %q; give one of them another name", job.Name)
			}
			seen[job.Name] = true
			jobs = append(jobs, job)
		case p.Jobs != nil:
			report("there are two tables of jobs; list rest.Jobs once")
		case d.Jobs.Keep < 0:
			report("Keep is %s; write how long done runs are kept, or leave it out for a week", d.Jobs.Keep)
		default:
			p.Jobs = &plan.Jobs{Keep: d.Jobs.Keep}
		}
	}
	for _, r := range p.Resources {
		switch {
		case r.Type.Table != schema.JobTable || p.Jobs == nil:
		case r.Type.Go != reflect.TypeFor[schema.Job]():
			reportOf(r.Type.Go, fmt.Sprintf("the table %q is that of jobs; write another Table, or rest.Jobs instead of the view set", schema.JobTable))
		default:
			p.Jobs.Type = r.Type
		}
	}
	if p.Jobs != nil {
		p.Jobs.List = jobs
	} else if jobs != nil {
		report("the runs of the job %q have no table; list rest.Jobs too", jobs[0].Name)
	}
}

// jobMistake returns what is wrong with a job; "" for nothing.
func jobMistake(job *declaration.Job) string {
	err, _ := Try(func() error { // its own MarshalJSON may panic
		_, err := json.Marshal(reflect.New(job.Args).Interface())
		return err
	})
	of := &job.Plan
	switch {
	case of.Name == "" || strings.Trim(of.Name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "":
		return "needs another name; write lower-case letters, digits and hyphens, such as send-receipt"
	case of.Run == nil:
		return "has no Run; write the function that does its work"
	case err != nil:
		return fmt.Sprintf("has arguments of type %s, which JSON cannot hold: %s; write a struct of values", job.Args, err)
	case of.Timeout < 0 || of.Timeout > maxJobTimeout:
		return fmt.Sprintf("has the Timeout %s; write at most %s, or leave it out for a minute", of.Timeout, maxJobTimeout)
	case of.Attempts < 0 || of.AtOnce < 0:
		return "has negative Attempts or AtOnce; write numbers, or leave them out"
	case of.HeadStart.Abs() > 10*time.Minute:
		return "has an unknown Priority; write rest.HighPriority or rest.LowPriority, or leave it out"
	}
	return ""
}
